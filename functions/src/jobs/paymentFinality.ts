import { paymentFinality } from "../application/payments/finality";
import { job } from "./job";

export default job({
  schedule: "every 10 minutes",
  run: ({ payments, chain, authorizations, settings, log, nowMs }) =>
    paymentFinality({
      payments: payments(),
      chain: chain(),
      authorizations: authorizations(),
      recipients: [settings.paymentRecipient, ...settings.formerRecipients],
      log,
      nowMs,
    }),
});
