/** Units of time, as ISO-8601 durations with n for the number. */
export const UNITS = { PTnM: 'minutes', PTnH: 'hours', PnD: 'days' };

/** The number and the unit of a duration; one that needs several units stays as it is. */
export function parseDuration(text) {
  for (const unit of Object.keys(UNITS)) {
    const [, amount] = new RegExp(`^${unit.replace('n', '(\\d+)')}$`).exec(text ?? '') ?? [];
    if (amount) return [amount, unit];
  }
  return [text ?? '', 'PTnH'];
}

/** A duration in words; null if it has several parts. */
export function durationWords(text) {
  const [amount, unit] = parseDuration(text);
  return /^\d+$/.test(amount) ? `${amount} ${amount === '1' ? UNITS[unit].replace(/s$/, '') : UNITS[unit]}` : null;
}
