/** Choices that several forms have. */

/** Yes, no, or as it is: a box to tick could not be left alone. */
export const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

export const asBoolean = (answer: 'yes' | 'no' | undefined) => (answer === undefined ? undefined : answer === 'yes');
