import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { openApi } from "../../packages/site/openapi";
import type { Endpoint } from "../../functions/src/http/endpoint";

interface Media {
  schema: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}

export interface Response {
  $ref?: string;
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: unknown;
  parameters: Record<string, unknown>[];
  requestBody?: { required: boolean; content: { "application/json": Media } };
  responses: Record<string, Response>;
  "x-errors": Record<string, string[]>;
  "x-payment-info"?: { price: object; protocols: object[] };
}

export interface Document {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

/** The generated document as a client reads it: references followed, schemas compiled. */
export class OpenApiReader {
  readonly document: Document;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(endpoints: Record<string, readonly Endpoint[]>) {
    this.document = JSON.parse(JSON.stringify(openApi(endpoints))) as Document;
    this.ajv.addSchema(this.document, "document");
  }

  operation(route: string, method = "post"): Operation {
    const found = this.document.paths[route]?.[method];
    if (!found) throw new Error(`no ${method} ${route}`);
    return found;
  }

  /** The value itself, or what its `$ref` leads to. */
  follow<T extends { $ref?: string }>(value: T): T {
    if (value.$ref === undefined) return value;
    const parts = value.$ref.slice(2).split("/");
    return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], this.document) as T;
  }

  response(route: string, status: number, method = "post"): Response {
    const { responses } = this.operation(route, method);
    const found = responses[String(status)] ?? responses[`${String(status).charAt(0)}XX`];
    if (!found) throw new Error(`${method} ${route} has no ${status}`);
    return this.follow(found);
  }

  /** The rule for answers of one status and type. */
  answer(route: string, status: number, type: string, method = "post"): ValidateFunction {
    const media = this.response(route, status, method).content[type];
    if (!media) throw new Error(`${route} ${status} has no ${type}`);
    return this.compile(media.schema);
  }

  /** The rule for bodies. */
  body(route: string): ValidateFunction {
    const media = this.operation(route).requestBody?.content["application/json"];
    if (!media) throw new Error(`${route} takes no body`);
    return this.compile(media.schema);
  }

  /** Compiles a part of the document; its references lead into the document. */
  compile(schema: object): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
    return this.ajv.compile(JSON.parse(absolute) as object);
  }

  /** Every example of the document with the schema that it stands beside. */
  examples(): { where: string; schema: object; value: unknown }[] {
    const found: { where: string; schema: object; value: unknown }[] = [];
    const visit = (node: unknown, where: string): void => {
      if (typeof node !== "object" || node === null) return;
      const { schema, example, examples } = node as Partial<Media>;
      if (isSchema(schema) && example !== undefined) found.push({ where, schema, value: example });
      if (isSchema(schema) && examples) {
        for (const [name, given] of Object.entries(examples)) {
          found.push({ where: `${where}/${name}`, schema, value: this.follow(given).value });
        }
      }
      if (Array.isArray(examples)) {
        for (const value of examples) found.push({ where, schema: node, value });
      }
      for (const [key, child] of Object.entries(node)) {
        if (key !== "example" && key !== "examples" && key !== "value") visit(child, `${where}/${key}`);
      }
    };
    visit(this.document, "");
    return found;
  }
}

function isSchema(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
