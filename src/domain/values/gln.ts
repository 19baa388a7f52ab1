/** Whether the text is a Global Location Number: 13 digits, the last a check digit. */
export function isGln(text: string): boolean {
  return text.length === 13 && hasGs1CheckDigit(text);
}

/**
 * Whether the text consists of digits and the last is the check digit of GS1: the sum of the digits, weighted 1 and 3
 * alternately from the right, is a multiple of 10.
 */
export function hasGs1CheckDigit(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const sum = [...text].reduceRight(
    (total, digit, index) => total + Number(digit) * ((text.length - index) % 2 === 1 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
