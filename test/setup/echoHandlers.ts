import type { HttpFunction } from "@google-cloud/functions-framework";

const echo: HttpFunction = (request, response) => {
  response.json({ pid: process.pid, setting: process.env["ECHO_SETTING"], body: request.body as unknown });
};
const hang: HttpFunction = () => {};

/** What the tests of `serveInProcess` serve. */
export default { demandInsights: echo, x402Feedback: hang };
