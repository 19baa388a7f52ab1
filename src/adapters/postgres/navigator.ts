// pg looks for a `navigator` to know where it runs, and else makes a `Response`, for which Node loads its HTTP client:
// 20 ms of each start, and 10 MiB. Node has a `navigator` since version 21.
if (!('navigator' in globalThis)) {
  const [major] = process.versions.node.split('.');
  Object.assign(globalThis, { navigator: { userAgent: `Node.js/${major}` } });
}
