/** The calls that a wallet signs, and whether their text names a deployment. Written by `npm run generate` from the OpenAPI document; don't edit. */
export const SIGNED_CALLS: Readonly<Record<string, boolean>> = {
  "/mkt/interest": true,
  "/mkt/interest/resolve": true,
  "/mkt/task": true,
  "/mkt/private-details": true,
  "/mkt/metadata": true,
  "/mkt/submission": true,
  "/mkt/feedback": true,
  "/agentGetPrivateDetails": true,
  "/mkt/request-changes": true,
  "/mkt/resubmit": true,
  "/mkt/rating": true,
  "/mkt/profile": false,
  "/mkt/accounting": true,
  "/mkt/accounting/export": true,
  "/mkt/webhooks": false,
  "/mkt/webhooks/status": false,
};
