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

/** A duration in words: 1 hour 30 minutes. */
export function durationWords(text) {
  const [, ...amounts] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) ?? [];
  return ['days', 'hours', 'minutes', 'seconds'].map((unit, i) => amounts[i] && `${amounts[i]} ${amounts[i] === '1' ? unit.slice(0, -1) : unit}`).filter(Boolean).join(' ') || null;
}
