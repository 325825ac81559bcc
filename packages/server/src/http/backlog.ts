/**
 * Connections that wait to be taken while this process is busy; the system may allow fewer. What comes beyond seems open to
 * its client, loses its request, sends it again ever later, and meets a connection that was closed for want of one.
 */
export const backlog = 4_096;
