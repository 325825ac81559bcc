/** Account of the project folder, and of the deployment made from it. */
export const firstAccountId = 1;
