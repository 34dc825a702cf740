import { TestEnvironment } from "jest-environment-node";

/** Jest's own environment, with Node's depth of a stack. */
export default class Environment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    super(...args);
    // Ten frames instead of Jest's hundred: the database's client writes down its stack with every request.
    this.global.Error.stackTraceLimit = 10;
  }
}
