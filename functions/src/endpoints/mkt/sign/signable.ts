import type { Services } from "../../../application/services";
import type { Endpoint } from "../../../http/endpoint";
import agentGetPrivateDetails from "../../agent/getPrivateDetails";
import accounting from "../accounting";
import accountingExport from "../accountingExport";
import disputeAnswer from "../dispute/answer";
import dispute from "../dispute/read";
import feedback from "../feedback";
import interest from "../interest/register";
import interestResolve from "../interest/resolve";
import messages from "../messages/post";
import messagesList from "../messages/list";
import mandate from "../mandate/change";
import metadata from "../metadata";
import privateDetails from "../privateDetails";
import profile from "../profile";
import rating from "../rating/publish";
import requestChanges from "../requestChanges";
import resubmit from "../resubmit";
import service from "../service/change";
import submission from "../submission";
import task from "../task/participant";
import type { Asked, ContractSignature } from "../../../application/signing/contractSignature";
import { resubmissionToSign } from "../../../application/signing/resubmissionToSign";
import { selectionToSign } from "../../../application/signing/selectionToSign";
import sessions from "../../session/list";
import revokeSessions from "../../session/revokeOf";
import webhooks from "../webhooks/change";
import webhooksStatus from "../webhooks/status";

interface Signable {
  readonly endpoint: Endpoint;
  /** Null if the body needs no contract signature or already has it. */
  readonly contractSignature?: (asked: Asked, services: Services) => Promise<ContractSignature | null>;
}

const ALL: readonly Signable[] = [
  { endpoint: interest },
  { endpoint: interestResolve, contractSignature: selectionToSign },
  { endpoint: task },
  { endpoint: privateDetails },
  { endpoint: agentGetPrivateDetails },
  { endpoint: metadata },
  { endpoint: service },
  { endpoint: submission },
  { endpoint: requestChanges },
  { endpoint: resubmit, contractSignature: resubmissionToSign },
  { endpoint: dispute },
  { endpoint: disputeAnswer },
  { endpoint: rating },
  { endpoint: profile },
  { endpoint: accounting },
  { endpoint: accountingExport },
  { endpoint: feedback },
  { endpoint: sessions },
  { endpoint: revokeSessions },
  { endpoint: messages },
  { endpoint: messagesList },
  { endpoint: mandate },
  { endpoint: webhooks },
  { endpoint: webhooksStatus },
];

/** Every endpoint with signed requests, by path. */
export const SIGNABLE: ReadonlyMap<string, Signable> = new Map(ALL.map((one) => [one.endpoint.path, one]));
