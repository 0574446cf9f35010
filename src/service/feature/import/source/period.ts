const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };
const MAX_SECONDS = 30 * 86_400;

/** Seconds of a time such as 30m, 1h or 1d; null for what is none from a minute to thirty days. */
export function secondsOf(text: string | undefined): number | null {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text ?? '') ?? [];
  const seconds = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  return seconds >= 60 && seconds <= MAX_SECONDS ? seconds : null;
}

/** The same time as text, in the largest unit. */
export function periodOf(seconds: number): string {
  const unit = ['d', 'h', 'm'].find((name) => seconds % UNITS[name]! === 0) ?? 'm';
  return `${seconds / UNITS[unit]!}${unit}`;
}
