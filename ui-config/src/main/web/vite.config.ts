// SPDX-License-Identifier: Apache-2.0
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Relative links: the bundle works under any context path.
  base: './',
  plugins: [react()],
  build: {
    // The content security policy allows no data: URLs except for images.
    assetsInlineLimit: 0,
    // The licences of what is bundled ask to be passed on with it.
    license: { fileName: 'third-party-licenses.md' },
  },
  server: {
    proxy: {
      '/api': { target: process.env.MILLRACE_URL ?? 'http://localhost:8080', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    // A DOM for each worker instead of each file: half of the time. A test cleans up what it changes in it.
    isolate: false,
  },
});
