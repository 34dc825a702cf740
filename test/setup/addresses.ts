/** The environment variable that tells a test where the run's shared chain is. */
export const CHAIN_URL = "MKT_TEST_CHAIN_URL";
