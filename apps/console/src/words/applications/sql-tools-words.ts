import { spoken } from '../spoken.ts';

export const sqlToolsWords = spoken({
  about: 'Tools that speak to PostgreSQL open the model here: cubes and views are tables, with your rights.',
  noDeployment: 'There is no deployment for you yet. Ask an admin for one.',
  deployment: 'Deployment',
  loading: 'how tools connect',
  host: 'Host',
  port: 'Port',
  database: 'Database',
  user: 'User',
  password: 'Password',
  passwordHelp: 'A token that is good for an hour, or an API key, which stays good until it is ended.',
  copyToken: 'Copy a token',
  tls: 'Encryption',
  tlsOn: 'required (sslmode=require)',
  tlsOff: 'none: this server runs in development mode',
  psql: 'psql',
  jdbc: 'JDBC: DBeaver, DataGrip, Tableau',
  odbc: 'ODBC: Power BI, Excel (Data, Get Data, From ODBC)',
  python: 'Python',
});
