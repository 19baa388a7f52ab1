/** The n-th of a row of Belgian IBANs, n below ten billion (ISO 13616; the account's own check digits: mod 97). */
export function anIban(n: number): string {
  const base = String(n).padStart(10, '0');
  const account = base + String(Number(BigInt(base) % 97n) || 97).padStart(2, '0');
  const check = 98n - (BigInt(`${account}111400`) % 97n); // B is 11, E is 14
  return `BE${String(check).padStart(2, '0')}${account}`;
}
