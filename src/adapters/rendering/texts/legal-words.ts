import type { Language } from '../../../domain/master-data/company';
import type { ReceivedVatCategory } from '../../../domain/amounts/vat-category';

/** Margin schemes with a VATEX code: travel agents, second-hand goods, works of art, collectors' items and antiques. */
export type MarginScheme = 'D' | 'F' | 'I' | 'J';

/** A law that is cited. */
export type Law = 'be_code' | 'be_decree_1' | 'directive';

export interface LegalWords {
  /** Reasons for not charging VAT (directive 2006/112/EC, art. 226 (11) and (11a)). */
  readonly categories: Readonly<Partial<Record<ReceivedVatCategory, string>>>;
  /** The wording prescribed by directive 2006/112/EC, art. 226 (13) and (14). */
  readonly margin_schemes: Readonly<Record<MarginScheme, string>>;
  /** Precedes the number of an article that is cited. */
  readonly article: string;
  readonly laws: Readonly<Record<Law, string>>;
  /** The wording prescribed by directive 2006/112/EC, art. 226 (10a). */
  readonly self_billing: string;
  /**
   * Exempts the contractor from liability when the customer files no returns (Belgian royal decree no. 1, art. 20, as
   * amended by the royal decree of 26 October 2022, art. 13). The Dutch and French texts are the decree's.
   */
  readonly be_contractor: string;
  /** Belgian royal decree no. 4 of 29 December 1969, art. 4. The Dutch and French texts are the decree's. */
  readonly vat_repayment: string;
  readonly no_tax_document: string;
}

export const LEGAL_WORDS: Readonly<Record<Language, LegalWords>> = {
  en: {
    categories: {
      E: 'Exempt from VAT',
      AE: 'Reverse charge',
      K: 'Intra-Community supply, exempt from VAT',
      G: 'Export outside the EU, exempt from VAT',
      O: 'Not subject to VAT',
    },
    margin_schemes: {
      D: 'Margin scheme – Travel agents',
      F: 'Margin scheme – Second-hand goods',
      I: 'Margin scheme – Works of art',
      J: 'Margin scheme – Collector’s items and antiques',
    },
    article: 'art.',
    laws: {
      be_code: 'Belgian VAT Code',
      be_decree_1: 'Belgian Royal Decree no. 1',
      directive: 'Directive 2006/112/EC',
    },
    self_billing: 'Self-billing',
    be_contractor:
      'Unless the customer disputes it in writing within one month of receipt of the invoice, the customer is deemed to acknowledge being a taxable person obliged to file periodic VAT returns. If that condition is not met, the customer is liable, as regards that condition, for payment of the tax, interest and fines due.',
    vat_repayment: 'VAT to be repaid to the State to the extent to which it was initially deducted',
    no_tax_document: 'This document is not an invoice for VAT purposes.',
  },
  nl: {
    categories: {
      E: 'Vrijgesteld van btw',
      AE: 'Btw verlegd',
      K: 'Intracommunautaire levering, vrijgesteld van btw',
      G: 'Uitvoer buiten de EU, vrijgesteld van btw',
      O: 'Niet onderworpen aan btw',
    },
    margin_schemes: {
      D: 'Bijzondere regeling reisbureaus',
      F: 'Bijzondere regeling – gebruikte goederen',
      I: 'Bijzondere regeling – kunstvoorwerpen',
      J: 'Bijzondere regeling – voorwerpen voor verzamelingen of antiquiteiten',
    },
    article: 'art.',
    laws: { be_code: 'W.BTW', be_decree_1: 'KB nr. 1', directive: 'Richtlijn 2006/112/EG' },
    self_billing: 'Factuur uitgereikt door afnemer',
    be_contractor:
      'Bij gebrek aan schriftelijke betwisting binnen een termijn van één maand vanaf de ontvangst van de factuur, wordt de afnemer geacht te erkennen dat hij een belastingplichtige is gehouden tot de indiening van periodieke aangiften. Als die voorwaarde niet vervuld is, is de afnemer ten aanzien van die voorwaarde aansprakelijk voor de betaling van de verschuldigde belasting, interesten en geldboeten.',
    vat_repayment:
      'BTW terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht',
    no_tax_document: 'Dit document is geen btw-factuur.',
  },
  fr: {
    categories: {
      E: 'Exonéré de TVA',
      AE: 'Autoliquidation',
      K: 'Livraison intracommunautaire, exonérée de TVA',
      G: 'Exportation hors de l’UE, exonérée de TVA',
      O: 'Non soumis à la TVA',
    },
    margin_schemes: {
      D: 'Régime particulier – agences de voyages',
      F: 'Régime particulier – Biens d’occasion',
      I: 'Régime particulier – Objets d’art',
      J: 'Régime particulier – Objets de collection et d’antiquité',
    },
    article: 'art.',
    laws: { be_code: 'Code TVA', be_decree_1: 'AR n° 1', directive: 'Directive 2006/112/CE' },
    self_billing: 'Autofacturation',
    be_contractor:
      'En l’absence de contestation par écrit, dans un délai d’un mois à compter de la réception de la facture, le client est présumé reconnaître qu’il est un assujetti tenu au dépôt de déclarations périodiques. Si cette condition n’est pas remplie, le client endossera, par rapport à cette condition, la responsabilité quant au paiement de la taxe, des intérêts et des amendes dus.',
    vat_repayment: 'TVA à reverser à l’État dans la mesure où elle a été initialement déduite',
    no_tax_document: 'Ce document n’est pas une facture au sens de la TVA.',
  },
  de: {
    categories: {
      E: 'Von der Mehrwertsteuer befreit',
      AE: 'Steuerschuldnerschaft des Leistungsempfängers',
      K: 'Steuerfreie innergemeinschaftliche Lieferung',
      G: 'Steuerfreie Ausfuhr aus der EU',
      O: 'Nicht der Mehrwertsteuer unterliegend',
    },
    margin_schemes: {
      D: 'Sonderregelung für Reisebüros',
      F: 'Gebrauchtgegenstände/Sonderregelung',
      I: 'Kunstgegenstände/Sonderregelung',
      J: 'Sammlungsstücke und Antiquitäten/Sonderregelung',
    },
    article: 'Art.',
    laws: {
      be_code: 'belgisches MwSt.-Gesetzbuch',
      be_decree_1: 'belgischer Königlicher Erlass Nr. 1',
      directive: 'Richtlinie 2006/112/EG',
    },
    self_billing: 'Gutschrift',
    be_contractor:
      'Widerspricht der Kunde nicht binnen eines Monats nach Erhalt der Rechnung schriftlich, gilt dies als Anerkennung, dass er ein zur Abgabe periodischer Erklärungen verpflichteter Steuerpflichtiger ist. Ist diese Bedingung nicht erfüllt, haftet der Kunde in Bezug auf diese Bedingung für die Zahlung der geschuldeten Steuer, Zinsen und Geldbußen.',
    vat_repayment: 'MwSt. an den Staat zurückzuzahlen, soweit sie ursprünglich in Abzug gebracht wurde',
    no_tax_document: 'Dieses Dokument ist keine Rechnung im Sinne der Mehrwertsteuer.',
  },
};
