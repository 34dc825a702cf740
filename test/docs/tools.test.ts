import { openApi } from "../../packages/site/openapi";
import { toolCatalogue } from "../../functions/src/catalogue/tools";
import { ENDPOINTS } from "../../functions/src/endpoints/all";

const { tools } = toolCatalogue(ENDPOINTS);
const tool = (name: string) => {
  const found = tools.find((one) => one.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
};
const named = (hint: keyof (typeof tools)[number]["annotations"]) =>
  tools.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);

describe("the hints of the tools", () => {
  it("call a tool read-only if its call changes nothing", () => {
    expect(named("readOnlyHint")).toEqual(
      expect.arrayContaining(
        (
          "mktTasks mktTaskGet mktTaskPost mktPrivateDetails agentGetPrivateDetails agentGetSubmissionDetails " +
          "agentWalletInfo mktSignPrepare mktRatingPrepare mktHealth"
        ).split(" "),
      ),
    );
    for (const name of ["mktInterest", "agentCreateTaskSimple", "mktAgentSession", "x402Feedback", "demandInsights"]) {
      expect(named("readOnlyHint")).not.toContain(name);
    }
  });

  it("warn of what moves money or ends a session, and of nothing that only reads", () => {
    expect(named("destructiveHint").sort()).toEqual(
      (
        "agentCancelTask agentCreateTaskSimple agentDecide agentFundMore agentRateAndClaimStake agentRule " +
        "agentStakeAndConfirm agentSubmitWork agentWithdraw mktAgentRevokeSession mktJudge mktRelay " +
        "mktSessionsRevoke"
      ).split(" "),
    );
  });

  it("tell what may be repeated: only open writes without a transaction add one more each time", () => {
    const once = tools.filter(({ annotations }) => !annotations.idempotentHint).map(({ name }) => name);
    expect(once.sort()).toEqual([
      "agentSubmitFeedback",
      "agentSubmitGeneralFeedback",
      "mktAgentSession",
      "mktAgentSessionChallenge",
      "mktMandateGrant",
      "x402Feedback",
    ]);
  });
});

describe("the descriptions of the tools", () => {
  it("name who takes which step of a task in which state, until when, and where the money goes, from the workflow's table", () => {
    expect(tool("agentDecide").description).toContain("reject by poster, SUBMITTED to REJECTED, by reviewBy");
    expect(tool("agentDecide").description).toContain(
      "release (action release) by anyone, SUBMITTED to APPROVED, after reviewBy, reward, less the platform fee, and stake to the worker",
    );
    expect(tool("agentStakeAndConfirm").description).toContain("FUNDED to STARTED");
  });

  it("say how a call is proven, prepared or paid by the names of other tools and fields alone", () => {
    expect(tool("mktInterest").description).toContain("call mktSignPrepare with endpoint /mkt/interest");
    expect(tool("agentSubmitWork").description).toContain("_nextAction.body and the txHash");
    expect(tool("demandInsights").description).toContain("_meta x402/payment");
  });

  it("name each call as _nextAction names it", () => {
    for (const { description, http } of tools) {
      const { method, path } = http;
      expect(description).toContain(`Named in _nextAction as ${method} ${path}.`);
    }
  });
});

describe("the schemas of the tools", () => {
  it("are those of the operation with the tool's name", () => {
    const { paths } = openApi(ENDPOINTS) as { paths: Record<string, Record<string, { operationId: string }>> };
    for (const { name, http } of tools)
      expect([name, paths[http.path]?.[http.method.toLowerCase()]?.operationId]).toEqual([name, name]);
  });
});
