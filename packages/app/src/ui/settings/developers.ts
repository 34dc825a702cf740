/** The id of the part of the settings that programs use, by which links lead to it. */
export const DEVELOPERS = "developers";
