/** Of the project folder, and of the deployment that is made of it. */
export const firstAccountId = 1;
