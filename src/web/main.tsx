/** Entry of the dashboard. */
import './start.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { pagesBase } from './api-url.ts';
import { queryClient } from './app/query-client.ts';
import { Routes } from './app/routes.tsx';
import { applyTheme, readStoredTheme } from './app/theme.ts';
import { Toasts } from './ui/toasts.tsx';

applyTheme(readStoredTheme());

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <Router base={pagesBase}>
        <Toasts>
          <Routes />
        </Toasts>
      </Router>
    </QueryClientProvider>,
  );
}
