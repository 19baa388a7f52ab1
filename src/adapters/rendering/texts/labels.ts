import type { Language } from '../../../domain/master-data/company';
import type { DocumentType } from '../../../domain/documents/document-type';

/** All texts of a document that do not come from its data. */
export interface Labels {
  /**
   * Titles by type. The German title of a credit note is not `Gutschrift`, which German law reserves for self-billing
   * (UStG § 14 (4) 10).
   */
  readonly titles: Readonly<Record<DocumentType, string>>;
  readonly seller: string;
  readonly buyer: string;
  readonly delivery: string;
  readonly vat_number: string;
  readonly company_number: string;
  readonly contact: string;
  readonly box: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly valid_until: string;
  readonly delivery_date: string;
  readonly period: string;
  readonly buyer_reference: string;
  readonly order_reference: string;
  readonly preceding_document: string;
  readonly of_date: (date: string) => string;
  readonly item: string;
  readonly item_reference: string;
  readonly order_line_reference: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount: string;
  readonly vat: string;
  readonly net_amount: (currency: string) => string;
  readonly vat_breakdown: string;
  readonly taxable_amount: string;
  readonly vat_amount: string;
  readonly lines_total: string;
  readonly tax_exclusive: string;
  readonly tax_inclusive: string;
  readonly rounding: string;
  readonly paid: string;
  readonly payable: string;
  readonly credited: string;
  readonly total: string;
  readonly tax_in: (currency: string) => string;
  readonly exchange_rate: string;
  readonly payment: string;
  readonly account: string;
  readonly beneficiary: string;
  readonly payment_reference: string;
  readonly amount: string;
  readonly scan_to_pay: string;
  readonly note: string;
  readonly page: (page: number, pages: number) => string;
  /** Label of a document that is not issued yet. */
  readonly draft: string;
  /** Label of the difference between a received line's figures and its stated amount. */
  readonly difference: string;
  readonly charge: string;
  readonly carried_forward: string;
}

export const LABELS: Readonly<Record<Language, Labels>> = {
  en: {
    titles: {
      invoice: 'Invoice',
      credit_note: 'Credit note',
      proforma: 'Pro forma invoice',
      quote: 'Quote',
      purchase_invoice: 'Self-billed invoice',
      purchase_credit_note: 'Self-billed credit note',
    },
    seller: 'Supplier',
    buyer: 'Customer',
    delivery: 'Delivered to',
    vat_number: 'VAT',
    company_number: 'Company no.',
    contact: 'Contact',
    box: 'box',
    issue_date: 'Date',
    due_date: 'Due date',
    valid_until: 'Valid until',
    delivery_date: 'Delivery date',
    period: 'Period',
    buyer_reference: 'Your reference',
    order_reference: 'Order',
    preceding_document: 'Credited invoice',
    of_date: (date) => `of ${date}`,
    item: 'Description',
    item_reference: 'Item',
    order_line_reference: 'Order line',
    quantity: 'Quantity',
    unit_price: 'Unit price',
    discount: 'Discount',
    vat: 'VAT',
    net_amount: (currency) => `Amount (${currency})`,
    vat_breakdown: 'VAT summary',
    taxable_amount: 'Taxable',
    vat_amount: 'VAT',
    lines_total: 'Subtotal',
    tax_exclusive: 'Total excl. VAT',
    tax_inclusive: 'Total incl. VAT',
    rounding: 'Rounding',
    paid: 'Already paid',
    payable: 'Amount due',
    credited: 'Amount credited',
    total: 'Total',
    tax_in: (currency) => `VAT in ${currency}`,
    exchange_rate: 'Exchange rate',
    payment: 'Payment',
    account: 'Account',
    beneficiary: 'Beneficiary',
    payment_reference: 'Reference',
    amount: 'Amount',
    scan_to_pay: 'Scan to pay',
    note: 'Note',
    page: (page, pages) => `Page ${page} of ${pages}`,
    draft: 'Draft',
    difference: 'Difference',
    charge: 'Surcharge',
    carried_forward: 'Carried forward',
  },
  nl: {
    titles: {
      invoice: 'Factuur',
      credit_note: 'Creditnota',
      proforma: 'Pro-formafactuur',
      quote: 'Offerte',
      purchase_invoice: 'Factuur uitgereikt door afnemer',
      purchase_credit_note: 'Creditnota uitgereikt door afnemer',
    },
    seller: 'Leverancier',
    buyer: 'Klant',
    delivery: 'Geleverd aan',
    vat_number: 'Btw-nr.',
    company_number: 'Ondernemingsnr.',
    contact: 'Contact',
    box: 'bus',
    issue_date: 'Datum',
    due_date: 'Vervaldatum',
    valid_until: 'Geldig tot',
    delivery_date: 'Leveringsdatum',
    period: 'Periode',
    buyer_reference: 'Uw referentie',
    order_reference: 'Bestelling',
    preceding_document: 'Gecrediteerde factuur',
    of_date: (date) => `van ${date}`,
    item: 'Omschrijving',
    item_reference: 'Artikel',
    order_line_reference: 'Bestellijn',
    quantity: 'Aantal',
    unit_price: 'Eenheidsprijs',
    discount: 'Korting',
    vat: 'Btw',
    net_amount: (currency) => `Bedrag (${currency})`,
    vat_breakdown: 'Btw-overzicht',
    taxable_amount: 'Maatstaf',
    vat_amount: 'Btw',
    lines_total: 'Subtotaal',
    tax_exclusive: 'Totaal excl. btw',
    tax_inclusive: 'Totaal incl. btw',
    rounding: 'Afronding',
    paid: 'Reeds betaald',
    payable: 'Te betalen',
    credited: 'Gecrediteerd bedrag',
    total: 'Totaal',
    tax_in: (currency) => `Btw in ${currency}`,
    exchange_rate: 'Wisselkoers',
    payment: 'Betaling',
    account: 'Rekening',
    beneficiary: 'Begunstigde',
    payment_reference: 'Mededeling',
    amount: 'Bedrag',
    scan_to_pay: 'Scan om te betalen',
    note: 'Opmerking',
    page: (page, pages) => `Pagina ${page} van ${pages}`,
    draft: 'Concept',
    difference: 'Verschil',
    charge: 'Toeslag',
    carried_forward: 'Overgebracht',
  },
  fr: {
    titles: {
      invoice: 'Facture',
      credit_note: 'Note de crédit',
      proforma: 'Facture pro forma',
      quote: 'Devis',
      purchase_invoice: 'Facture (autofacturation)',
      purchase_credit_note: 'Note de crédit (autofacturation)',
    },
    seller: 'Fournisseur',
    buyer: 'Client',
    delivery: 'Livré à',
    vat_number: 'N° TVA',
    company_number: 'N° d’entreprise',
    contact: 'Contact',
    box: 'bte',
    issue_date: 'Date',
    due_date: 'Échéance',
    valid_until: 'Valable jusqu’au',
    delivery_date: 'Date de livraison',
    period: 'Période',
    buyer_reference: 'Votre référence',
    order_reference: 'Commande',
    preceding_document: 'Facture créditée',
    of_date: (date) => `du ${date}`,
    item: 'Description',
    item_reference: 'Article',
    order_line_reference: 'Ligne de commande',
    quantity: 'Quantité',
    unit_price: 'Prix unitaire',
    discount: 'Remise',
    vat: 'TVA',
    net_amount: (currency) => `Montant (${currency})`,
    vat_breakdown: 'Récapitulatif TVA',
    taxable_amount: 'Base imposable',
    vat_amount: 'TVA',
    lines_total: 'Sous-total',
    tax_exclusive: 'Total HTVA',
    tax_inclusive: 'Total TVAC',
    rounding: 'Arrondi',
    paid: 'Déjà payé',
    payable: 'À payer',
    credited: 'Montant crédité',
    total: 'Total',
    tax_in: (currency) => `TVA en ${currency}`,
    exchange_rate: 'Taux de change',
    payment: 'Paiement',
    account: 'Compte',
    beneficiary: 'Bénéficiaire',
    payment_reference: 'Communication',
    amount: 'Montant',
    scan_to_pay: 'Scannez pour payer',
    note: 'Remarque',
    page: (page, pages) => `Page ${page} sur ${pages}`,
    draft: 'Brouillon',
    difference: 'Différence',
    charge: 'Supplément',
    carried_forward: 'Report',
  },
  de: {
    titles: {
      invoice: 'Rechnung',
      credit_note: 'Rechnungskorrektur',
      proforma: 'Proforma-Rechnung',
      quote: 'Angebot',
      purchase_invoice: 'Gutschrift',
      purchase_credit_note: 'Korrektur einer Gutschrift',
    },
    seller: 'Lieferant',
    buyer: 'Kunde',
    delivery: 'Geliefert an',
    vat_number: 'USt-IdNr.',
    company_number: 'Unternehmensnr.',
    contact: 'Kontakt',
    box: 'Bus',
    issue_date: 'Datum',
    due_date: 'Fällig am',
    valid_until: 'Gültig bis',
    delivery_date: 'Lieferdatum',
    period: 'Zeitraum',
    buyer_reference: 'Ihre Referenz',
    order_reference: 'Bestellung',
    preceding_document: 'Korrigierte Rechnung',
    of_date: (date) => `vom ${date}`,
    item: 'Beschreibung',
    item_reference: 'Artikel',
    order_line_reference: 'Bestellposition',
    quantity: 'Menge',
    unit_price: 'Einzelpreis',
    discount: 'Rabatt',
    vat: 'MwSt.',
    net_amount: (currency) => `Betrag (${currency})`,
    vat_breakdown: 'MwSt.-Übersicht',
    taxable_amount: 'Nettobetrag',
    vat_amount: 'MwSt.',
    lines_total: 'Zwischensumme',
    tax_exclusive: 'Summe ohne MwSt.',
    tax_inclusive: 'Summe inkl. MwSt.',
    rounding: 'Rundung',
    paid: 'Bereits bezahlt',
    payable: 'Zu zahlen',
    credited: 'Gutgeschriebener Betrag',
    total: 'Summe',
    tax_in: (currency) => `MwSt. in ${currency}`,
    exchange_rate: 'Wechselkurs',
    payment: 'Zahlung',
    account: 'Konto',
    beneficiary: 'Empfänger',
    payment_reference: 'Verwendungszweck',
    amount: 'Betrag',
    scan_to_pay: 'Scannen und zahlen',
    note: 'Hinweis',
    page: (page, pages) => `Seite ${page} von ${pages}`,
    draft: 'Entwurf',
    difference: 'Differenz',
    charge: 'Zuschlag',
    carried_forward: 'Übertrag',
  },
};
