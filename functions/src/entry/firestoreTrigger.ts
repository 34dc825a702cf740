/** A separate file in the bundle, with the protobuf decoder of triggers: only webhookDispatch loads it. */
export { onDocumentCreated } from "firebase-functions/v2/firestore";
