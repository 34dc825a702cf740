import type { ErrorCode } from "../../functions/src/domain/errors";

/** What a client should do about each error. A new code does not compile without an entry here. */
export const REMEDIES: Record<ErrorCode, string> = {
  invalid_request:
    "Read `errors`: each entry points to a place in the body and names the violated rule. Correct it and send the request again. Nothing was charged.",
  output_invalid: "Correct the output where `errors` says, or send `force: true` to submit it with a failed verdict.",
  intent_required:
    "Send the intentId of the quote together with txHash. If you paid without a quote, request one now: earlier payments count.",
  tx_required:
    "Send the hash of the paying transaction as txHash together with intentId. For a new quote, send neither.",
  invalid_filters:
    "Analytics only. Give aggregate, and at most one of country, category and industry: a value that GET /analytics/filters lists, or ALL.",
  invalid_signature_format: "Send the signature as 0x and hex, as the wallet returned it.",
  session_required: "Open a session and send its token as Authorization: Bearer, or as agentSessionToken in the body.",
  insufficient_scope: "Open a session with the scope act, or sign the request.",
  mandate_exceeded:
    "Ask for less, wait until the day is over (UTC), or have the owner grant more with /mkt/mandate/grant.",
  mandate_refused:
    "Have the owner grant a mandate that allows it, with /mkt/mandate/grant; GET /mkt/mandate shows what is allowed.",
  relay_refused:
    "Send the prepared transactions from the wallet with its own gas; _nextAction says how to confirm them.",
  relay_unavailable:
    "Send the prepared transactions from the wallet with its own gas, or the same request again later.",
  session_invalid: "Open a new session with a new challenge.",
  signature_invalid:
    "Sign exactly the text in the guide, lines joined by one line feed and none at the end, with the wallet that the text names: for payerSignature, the wallet that paid. /mkt/sign/prepare writes the text of a signed request.",
  signature_expired: "Take a fresh timestamp and nonce and sign again.",
  payment_required:
    "Pay what this answer quotes: with an x402 client, or with its transaction, and redeem with intentId and txHash. For a task, sign the offer with an x402 client.",
  tx_not_confirmed:
    "Wait the seconds of Retry-After and send the same request again. The outcome is not known yet, so pay nothing else meanwhile; nothing is charged twice.",
  tx_reverted:
    "No money was moved so far. Follow `detail`: what was signed may still be sent once more until its validBefore, and only after that is it safe to pay again.",
  transfer_not_found:
    "Look the transaction up: it must move a token of X-Payment-Contracts, on the quoted chain, to the quoted recipient. Send the hash of the one that does.",
  insufficient_amount:
    "A single transfer must cover the price; transfers are not summed. Pay the whole price in a new transaction and redeem that.",
  transfer_too_old:
    "A transfer without a mark can be redeemed for 30 days after it was mined, if it was mined at most 30 days after the quote expired and pays an address that still accepts such transfers; `detail` says which condition failed. Get a new quote and send its `transaction` unchanged, which has no such limit.",
  payment_malformed:
    "`detail` names the field. Send the x402 payload as the client library created it, version 1 or 2, base64 of JSON; nothing was charged.",
  not_available:
    "`detail` names what is missing; only the operator can provide it. Nothing was charged. Retry after `Retry-After`; earlier payments remain valid.",
  payment_invalid:
    "`detail` starts with the x402 reason code, which is also in PAYMENT-RESPONSE. Nothing was charged, and the answer is a quote that is safe to pay.",
  forbidden_role:
    "Use the wallet that has the role (the task's poster or worker, for example), or ask only for what this wallet may do.",
  forbidden_origin:
    "A service on your own machine accepts only requests from that machine's pages and names. Call it by its loopback address.",
  intent_not_found:
    "Send intentId exactly as quoted by this service. It is in the quote's body and in its header X-Price-Intent.",
  task_not_found:
    "Check taskId and contract: each contract numbers its own tasks, and the default is human. Confirm a new task's creation first.",
  webhook_not_found: "List your webhooks, or a webhook's deliveries, with /mkt/webhooks/status.",
  message_limit_reached: "Wait until the other side answers. A thread that is full takes no more messages.",
  webhook_limit_reached: "Delete a webhook, or change one with the action update.",
  not_found: "Check method and path against the OpenAPI document.",
  method_not_allowed: "Use a method listed in the header Allow.",
  tx_already_used:
    "If you bought with it before, send the intentId of that purchase: it replays the stored answer. If another client redeemed your unmarked transfer, redeem with payerSignature: once in 30 days, with an intent that you had before. Otherwise get a new quote and send its `transaction`, which only that quote can redeem.",
  payment_id_used:
    "Follow `detail`. An identifier stands for one question: with it, another payment under the same identifier gets the same answer. If you no longer have the payment itself, sign in with the wallet that paid; nothing is charged for that.",
  intent_tx_mismatch:
    "An intent belongs to one transaction, and a marked transaction to one intent. Send the matching pair; for another question, get a new quote.",
  display_name_taken:
    "Choose another display name. Names that differ only in case, accents, spaces, punctuation or similar letters count as the same; the first wallet keeps a name until it takes another.",
  nonce_used: "Use a new nonce and sign again. The identical request, byte for byte, may be repeated.",
  idempotency_key_used:
    "Send another body with its own key. The answer stored for a key is returned only for its first body.",
  state_conflict:
    "Read `detail`, which names the contract's reason if there is one, and follow _nextAction from this error or from the task. Nothing was changed.",
  metadata_hash_mismatch:
    "Send the text, its links and its salt exactly as hashed; `detail` shows both hashes if possible.",
  request_changes_chain_step_required:
    "Send the transaction in _nextAction.body, wait until it is mined, then sign and send the other fields of that body with its txHash.",
  cursor_expired: "Read the current tasks, then read events without a cursor.",
  payload_too_large: "Send less than 256 KiB.",
  unsupported_media_type: "Send plain JSON in UTF-8 with Content-Type: application/json and no Content-Encoding.",
  rate_limited: "Wait the seconds of Retry-After. On paid endpoints only failed redemptions count.",
  internal: "Send the same request again. If it fails again, report its requestId by POST /x402Feedback.",
  dependency_unavailable: "Wait the seconds of Retry-After and send the same request again; nothing is charged twice.",
};
