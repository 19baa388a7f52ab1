/**
 * The 728 codes for the type of a document (UNTDID 1001, edition D.17A) that an Invoice Response may repeat, as Peppol
 * BIS Invoice Response 3.0.17 lists them (PEPPOL-T111-B04201): first and last of each run.
 */
const RUNS = `
  1-470 481-491 493-499 520-539 550-554 575-589 610-610 621-659 700-751 760-761 763-766 770-770 775-775 780-799
  810-812 820-825 830-830 833-833 840-841 850-853 855-856 860-865 870-870 890-890 895-896 901-901 910-911 913-917
  925-927 929-938 940-941 950-955 960-966 970-972 974-979 990-991 995-996 998-998 1999-1999
`
  .trim()
  .split(/\s+/)
  .map((run) => run.split('-').map(Number) as [number, number]);

export const DOCUMENT_NAME_CODES: ReadonlySet<string> = new Set(
  RUNS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`)),
);
