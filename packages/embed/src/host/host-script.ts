import { DashboardElement } from './dashboard-element.ts';

// What `/embed/host.js` is built from.
export { embedDashboard } from './embed-dashboard.ts';

if (!customElements.get('orrery-dashboard')) customElements.define('orrery-dashboard', DashboardElement);
