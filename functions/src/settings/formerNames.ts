import { FORMER_NAMES, SETTINGS, type SettingRow } from "./table";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment under current names, and a warning for each former name. A deploy writes the default of a new name
 * automatically, so the former name's value counts until the current name is set to something else.
 */
export function withCurrentNames(environment: Environment): { environment: Environment; warnings: string[] } {
  const renamed: Record<string, string | undefined> = { ...environment };
  const warnings: string[] = [];
  for (const [former, name] of Object.entries(FORMER_NAMES)) {
    if (!environment[former]?.trim()) continue;
    const row: SettingRow = SETTINGS[name];
    if (["", row.default].includes(environment[name]?.trim() ?? "")) renamed[name] = environment[former];
    warnings.push(`${former} is now called ${name}. Rename it: the old name will be removed in the next version.`);
  }
  return { environment: renamed, warnings };
}
