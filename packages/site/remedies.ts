import type { ErrorCode } from "../../functions/src/domain/errors";

/** What a client does about each error. A new code does not compile until it has its line here. */
export const REMEDIES: Record<ErrorCode, string> = {
  invalid_request:
    "Read errors: each entry points at a place in the body and names the rule that it breaks. Correct it and send it again. Nothing was charged.",
  intent_required:
    "Send the intentId of the quote beside txHash. If you paid without a quote, ask for one now: money paid before the quote counts.",
  tx_required: "Send the hash of the paying transaction as txHash beside intentId. For a new quote send neither.",
  invalid_filters:
    "Analytics only. Give aggregate, and at most one of country, category and industry: a value that GET /analytics/filters lists, or ALL.",
  invalid_signature_format: "Send the signature as 0x and hex, as the wallet returned it.",
  session_required: "Open a session and send its token as Authorization: Bearer, or as agentSessionToken in the body.",
  session_invalid: "Open a new session with a new challenge.",
  signature_invalid:
    "Sign exactly the text in the guide, lines joined by one line feed and none at the end, with the wallet that it is about: for payerSignature, the wallet that paid. /mkt/sign/prepare writes the text of a signed request.",
  signature_expired: "Take a fresh timestamp and nonce and sign again.",
  payment_required: "Pay what this answer quotes, then redeem with intentId and txHash.",
  tx_not_confirmed: "Wait the seconds of Retry-After and send the same request again.",
  tx_reverted: "Send a new payment and redeem its hash; of a signed payment, sign a new one. Nothing was charged.",
  transfer_not_found:
    "Look the transaction up: it must move a token of X-Payment-Contracts, on the quoted chain, to the quoted recipient. Send the hash of the one that does.",
  insufficient_amount:
    "One single transfer must reach the price; transfers are not added up. Pay the whole price in a new transaction and redeem that.",
  transfer_too_old:
    "A transfer without a mark can be redeemed for 30 days after it was mined, if it was mined at most 30 days after the quote expired and pays an address that still takes such transfers; `detail` says which of these it misses. Get a new quote and send its `transaction` as it is: that one has no such limit.",
  payment_malformed:
    "detail names the field. Send the x402 payload as the client library made it, version 1 or 2, base64 of JSON; nothing was charged.",
  not_available:
    "`detail` names what is missing; only the operator can add it. Nothing was charged. Retry after `Retry-After`; what you have paid for already stays good.",
  payment_invalid:
    "detail begins with x402's own reason, which PAYMENT-RESPONSE holds too. Correct what it names and sign a new authorization; nothing was charged. The quote's transaction is always another way to pay.",
  forbidden_role:
    "Use the wallet that has the role (the task's poster, its worker), or ask only for what this wallet may do.",
  forbidden_origin:
    "A service that runs on your own machine answers only pages and names of that machine. Call it by its loopback address.",
  intent_not_found:
    "Send intentId letter by letter as this service quoted it. It stands in the quote's body and in its header X-Price-Intent.",
  task_not_found:
    "Check taskId and contract: each contract counts its own tasks, and human is meant where none is named. Confirm a creation first.",
  not_found: "Check method and path against the OpenAPI document.",
  method_not_allowed: "Use a method that the header Allow lists.",
  tx_already_used:
    "If you bought with it before, send the intentId of that purchase: it replays the stored answer. If somebody else redeemed your plain transfer, redeem with payerSignature: once in 30 days, with an intent that you had before. Otherwise get a new quote and send its `transaction`, which only that quote can redeem.",
  payment_id_used:
    "Send the payment that you gave this identifier first, with the same body, or sign a new one under a new identifier.",
  intent_tx_mismatch:
    "An intent goes with one transaction, and a marked transaction with one intent. Send the pair that belongs together; for another question take a new quote.",
  display_name_taken:
    "Choose another display name. Names that differ only in case, accents, spaces, signs or letters that look alike count as one; whoever comes first has it until it takes another.",
  nonce_used: "Take a new nonce and sign again. The same request, byte for byte, may be repeated as it is.",
  idempotency_key_used:
    "Send another body under a key of its own. What the key's first body was answered is given again for that body alone.",
  state_conflict:
    "Read detail, which names the contract's reason where there is one, and follow _nextAction, here or in the task read again. Nothing was changed.",
  metadata_hash_mismatch:
    "Send the text, its links and its salt exactly as they were hashed; detail says both hashes where it can.",
  request_changes_chain_step_required:
    "Send the transaction in _nextAction.body, wait until it is mined, then sign and send the other fields of that body with its txHash.",
  payload_too_large: "Send less than 256 KiB.",
  unsupported_media_type: "Send plain JSON in UTF-8 with Content-Type: application/json and no Content-Encoding.",
  rate_limited: "Wait the seconds of Retry-After. On paid endpoints only redemptions that fail count.",
  internal: "Send the same request again. If it fails again, report its requestId by POST /x402Feedback.",
  dependency_unavailable: "Wait the seconds of Retry-After and send the same request again; nothing is charged twice.",
};
