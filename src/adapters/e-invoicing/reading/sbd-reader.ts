import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import type { Envelope } from '../../../ports/e-invoicing/e-invoice-reader';
import { textOf, Vocabulary, type XmlElement } from '../xml/xml-element';

const NAMESPACE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const sbd = new Vocabulary(NAMESPACE);

/** Maximum length of an id; a longer one would not fit an index of the database. */
const MAX_MESSAGE_ID = 255;

export function isEnvelope({ name, namespace }: XmlElement): boolean {
  return name === 'StandardBusinessDocument' && namespace === NAMESPACE;
}

/**
 * Parses a Standard Business Document as Peppol uses it: a header, and the one document that it describes.
 *
 * @throws EInvoiceFault
 */
export function readEnvelope(root: XmlElement): {
  readonly envelope: Envelope;
  readonly content: XmlElement;
} {
  const header = sbd.find(root, 'StandardBusinessDocumentHeader');
  const message_id = sbd.text(header, 'DocumentIdentification', 'InstanceIdentifier');
  const contents = root.children.filter((child) => child !== header);
  const [content] = contents;
  if (message_id === null) throw fault('has no instance identifier');
  if (message_id.length > MAX_MESSAGE_ID) throw fault('has an instance identifier that is too long');
  if (!content || contents.length > 1) throw fault('must hold one document');
  return {
    envelope: {
      message_id,
      sender: participant(header, 'Sender'),
      receiver: participant(header, 'Receiver'),
    },
    content,
  };
}

function participant(header: XmlElement | undefined, role: 'Sender' | 'Receiver'): string {
  const [one, ...more] = sbd.all(header, role);
  // `0208:0123456749`; the identifier's own scheme is in the attribute Authority.
  const identifier = textOf(sbd.find(one, 'Identifier'))?.replace(/^iso6523-actorid-upis::/i, '');
  if (!identifier || more.length > 0) throw fault(`must name one ${role.toLowerCase()}`);
  return identifier;
}

function fault(reason: string): EInvoiceFault {
  return new EInvoiceFault('StandardBusinessDocumentHeader', reason);
}
