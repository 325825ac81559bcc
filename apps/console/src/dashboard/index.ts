// The page exports it too, so that both are one chunk: two are larger.
export { DashboardView } from './dashboard-page.tsx';
