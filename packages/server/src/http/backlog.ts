/**
 * Bound on connections that wait to be accepted while this process is busy; the system may allow fewer. Connections
 * beyond it seem open to their clients, which send requests again at growing intervals and then find the connection
 * closed.
 */
export const backlog = 4_096;
