/** A customer with a unique VAT number, identifier and electronic address. */
export function newRelation(number: number) {
  const identifier = belgianNumber(number);
  return {
    type: 'company',
    name: `Customer ${number}`,
    vat: `BE${identifier}`,
    identifier,
    electronic_address: `0208:${identifier}`,
    email: `billing@customer-${number}.example`,
    address: {
      country_code: 'BE',
      street: 'Meir',
      street_number: '1',
      postal_code: '2000',
      city: 'Antwerp',
    },
  };
}

/** Ten digits, the last two of them 97 minus the rest of the others by 97. */
function belgianNumber(number: number): string {
  const digits = 2_000_000 + (number % 17_000_000);
  return `${String(digits).padStart(8, '0')}${String(97 - (digits % 97)).padStart(2, '0')}`;
}

export function invoice(relation_id: string, journal_id?: string) {
  return {
    type: 'invoice',
    relation_id,
    ...(journal_id ? { journal_id } : {}),
    lines: [
      { name: 'Consulting', quantity: '8', unit: 'HUR', unit_price: '95', vat_rate: '21' },
      { name: 'Licence', quantity: '3', unit_price: '99.99', vat_rate: '21', discount_percent: '10' },
      { name: 'Handbook', quantity: '12', unit_price: '14.50', vat_rate: '6' },
    ],
  };
}

/** An invoice with the given number of lines, each with another price. */
export function longInvoice(relation_id: string, lines: number) {
  return {
    ...invoice(relation_id),
    lines: Array.from({ length: lines }, (_, n) => ({
      name: `Part ${n + 1}`,
      quantity: String(1 + (n % 9)),
      unit_price: `${1 + (n % 97)}.${String(n % 100).padStart(2, '0')}`,
      vat_rate: n % 3 === 0 ? '6' : '21',
    })),
  };
}
