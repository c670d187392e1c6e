// SPDX-License-Identifier: Apache-2.0
import '@mantine/core/styles.css';
import 'uplot/dist/uPlot.min.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router';
import { followOtherTabs } from './api/session';
import { App } from './App';
import { followLanguage, startLanguage } from './i18n/language';
import { queryClient } from './queryClient';
import { forgetUsersAtSignOut } from './store/signOut';
import { cssVariables, theme } from './theme';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('The page has no element "root".');
}

followOtherTabs();
followLanguage();
forgetUsersAtSignOut();

// A router with data, because only that can ask before a page is left.
const router = createHashRouter([{ path: '*', element: <App /> }]);

// Nothing is shown before the texts are there: no text appears in one language and turns into another.
await startLanguage();

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
