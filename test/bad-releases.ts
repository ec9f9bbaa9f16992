/**
 * Releases of well-known packages that carried malware, by what they are remembered as. Taken back from the registry by now, but a cache or
 * a mirror may still have them. `*`: whatever the version, the package was made for nothing else.
 */
export const badReleases: Record<string, readonly string[]> = {
  'event-stream, November 2018': ['event-stream@3.3.6', 'flatmap-stream@*'],
  'ua-parser-js, October 2021': ['ua-parser-js@0.7.29', 'ua-parser-js@0.8.0', 'ua-parser-js@1.0.0'],
  'coa and rc, November 2021': ['coa@2.0.3', 'coa@2.0.4', 'coa@2.1.1', 'coa@2.1.3', 'rc@1.2.9', 'rc@1.3.9', 'rc@2.3.9'],
  'node-ipc, March 2022': ['node-ipc@9.2.2', 'node-ipc@10.1.1', 'node-ipc@10.1.2', 'peacenotwar@*'],
  'eslint-config-prettier, July 2025': [
    'eslint-config-prettier@8.10.1',
    'eslint-config-prettier@9.1.1',
    'eslint-config-prettier@10.1.6',
    'eslint-config-prettier@10.1.7',
    'eslint-plugin-prettier@4.2.2',
    'eslint-plugin-prettier@4.2.3'
  ],
  'nx, August 2025': [
    'nx@20.9.0',
    'nx@20.10.0',
    'nx@20.11.0',
    'nx@20.12.0',
    'nx@21.5.0',
    'nx@21.6.0',
    'nx@21.7.0',
    'nx@21.8.0'
  ],
  'chalk and debug, September 2025': [
    'ansi-regex@6.2.1',
    'ansi-styles@6.2.2',
    'backslash@0.2.1',
    'chalk@5.6.1',
    'chalk-template@1.1.1',
    'color@5.0.1',
    'color-convert@3.1.1',
    'color-name@2.0.1',
    'color-string@2.1.1',
    'debug@4.4.2',
    'error-ex@1.3.3',
    'has-ansi@6.0.1',
    'is-arrayish@0.3.3',
    'simple-swizzle@0.2.3',
    'slice-ansi@7.1.1',
    'strip-ansi@7.1.1',
    'supports-color@10.2.1',
    'supports-hyperlinks@4.1.1',
    'wrap-ansi@9.0.1'
  ],
  '@ctrl/tinycolor, September 2025': ['@ctrl/tinycolor@4.1.1', '@ctrl/tinycolor@4.1.2'],
  '@asyncapi/specs, November 2025': [
    '@asyncapi/specs@6.8.2',
    '@asyncapi/specs@6.8.3',
    '@asyncapi/specs@6.9.1',
    '@asyncapi/specs@6.10.1'
  ],
  'axios, March 2026': ['axios@0.30.4', 'axios@1.14.1', 'plain-crypto-js@*'],
  'keyv and cacheable, August 2026': [
    '@cacheable/memory@2.2.1',
    '@cacheable/net@2.1.1',
    '@cacheable/node-cache@3.1.2',
    '@cacheable/utils@2.5.1',
    'cache-manager@7.2.10',
    'cacheable@2.5.1',
    'cacheable-request@13.0.20',
    'file-entry-cache@11.1.6',
    'flat-cache@6.1.24',
    'keyv@6.0.0'
  ]
}
