import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
const SaxonJS = require('saxon-js');
test('x', () => {
  const s = JSON.parse(gunzipSync(readFileSync('/tmp/judge/rules/sef/CEN-EN16931-UBL.sef.json.gz')).toString());
  const r = SaxonJS.transform({ stylesheetInternal: s, sourceText: readFileSync('/tmp/judge/out/invoice-low.xml', 'utf8'), destination: 'document' }, 'sync');
  console.log(SaxonJS.XPath.evaluate('//*:failed-assert/@id/string()', r.principalResult, { resultForm: 'array' }));
});
