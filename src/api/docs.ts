import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from './operation.ts';
import { PROBLEM_CODES, problemKind } from './problem.ts';
import type { Service } from './service.ts';

/** Nothing from elsewhere, and nothing in line. Swagger UI has `data:` pictures in its style sheet. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Restow API</title>
<link rel="icon" type="image/png" href="/swagger-ui/favicon-32x32.png">
<link rel="stylesheet" href="/swagger-ui/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript. The description of the API is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="swagger-ui"></div>
<script src="/swagger-ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** `validatorUrl: null`: the page asks nobody else whether the description is valid. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

const PROBLEMS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Restow API: problems</title>
<link rel="icon" type="image/png" href="/swagger-ui/favicon-32x32.png">
<link rel="stylesheet" href="/docs/problems.css">
</head>
<body>
<h1>Problems</h1>
<p>Every error is answered as <code>application/problem+json</code>
(<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>). Its <code>type</code> is one of these.
<a href="/docs">Back to the API</a></p>
${PROBLEM_CODES.map(problemSection).join('\n')}
</body>
</html>
`;

const PROBLEMS_STYLE = `body { font-family: sans-serif; line-height: 1.5; max-width: 44em; margin: 2em auto; padding: 0 1em; }
`;

function problemSection(code: (typeof PROBLEM_CODES)[number]): string {
  const { status, title, about } = problemKind(code);
  const html = about.replace(/`([^`]+)`/g, '<code>$1</code>');
  return `<h2 id="${code}">${status} ${code}</h2>\n<p><strong>${title}.</strong> ${html}</p>`;
}

/** The page of the API for people: Swagger UI, served by ourselves. */
export function docs(app: OpenAPIHono<AppEnv>, { assets }: Pick<Service, 'assets'>): void {
  app.get('/', (context) => context.redirect('/docs'));
  app.get('/docs', () => served(PAGE, 'text/html; charset=utf-8'));
  app.get('/docs/start.js', () => served(START, 'text/javascript; charset=utf-8'));
  app.get('/docs/problems', () => served(PROBLEMS_PAGE, 'text/html; charset=utf-8'));
  app.get('/docs/problems.css', () => served(PROBLEMS_STYLE, 'text/css; charset=utf-8'));
  app.get('/swagger-ui/:file', async (context) => {
    const asset = await assets.fetch(context.req.raw);
    return asset.ok || asset.status === 304 ? new Response(asset.body, asset) : context.notFound();
  });
}

function served(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    },
  });
}
