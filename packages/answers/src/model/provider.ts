import { createVertex } from "@ai-sdk/google-vertex";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";

/** Which language model is used, and where. */
export interface ModelPlace {
  /** The model's name, such as `gemini-2.5-flash`. */
  model: string;
  /** The base of an OpenAI-compatible API, such as `https://host/v1`; null for Vertex AI. */
  url: string | null;
  /** The key of that API; null where it needs none, and for Vertex AI, which takes the application's own credentials. */
  key: string | null;
  /** Of Vertex AI, whose project is that the functions' own. */
  location: string;
}

/** A model of an OpenAI-compatible API, or of Vertex AI in this project where no address is given. No request is made. */
export function languageModel({ model, url, key, location }: ModelPlace, project?: string): LanguageModel {
  if (url === null) return createVertex({ location, ...(project && { project }) })(model);
  const provider = createOpenAICompatible({
    name: "configured",
    baseURL: url.replace(/\/chat\/completions\/?$/, ""),
    ...(key && { apiKey: key }),
    // The key and the question go to this address alone.
    fetch: (input, init) => fetch(input, { ...init, redirect: "error" }),
  });
  return provider(model);
}
