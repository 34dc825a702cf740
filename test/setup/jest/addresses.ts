/** The environment variable that tells a test where the run's shared chain is. */
export const CHAIN_URL = "MKT_TEST_CHAIN_URL";
/** The environment variable that names a folder for what test files of one run share. */
export const RUN_FOLDER = "MKT_TEST_RUN_FOLDER";
/** The environment variable that names the thread of strangers' schemas, bundled: so it starts several times as fast. */
export const SCHEMA_THREAD = "MKT_TEST_SCHEMA_THREAD";
