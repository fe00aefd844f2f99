/** A setting that cannot be used: said in words; the shell makes a usage problem of it (exit 2). */
export interface SettingsFault {
  readonly fault: true;
  readonly message: string;
  readonly hint: string;
}

/** Builds a fault. */
export function settingsFault(message: string, hint: string): SettingsFault {
  return { fault: true, message, hint };
}

/** Tells a fault from a value. */
export function isSettingsFault(value: unknown): value is SettingsFault {
  return typeof value === 'object' && value !== null && (value as SettingsFault).fault === true;
}
