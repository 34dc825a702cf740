/** One message of the conversation that an agent sends; the last one is always the user's. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}
