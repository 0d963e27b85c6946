/** A rule of the school that a request breaks. The API turns it into an answer; which status depends on the endpoint. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** The school's own sentences, as learners and owners read them in the dashboard. */
export const messages = {
  itemNotFound: 'Item not found',
  actionNotAllowed: 'You do not have rights to perform this action',
  slugTaken: 'This URL slug is already in use. Please choose a different one.',
  paymentPlanRequired: 'Add a payment plan before performing this action',
  profileIncomplete: 'Complete your profile to perform this action',
  blogDescriptionEmpty: 'Description field is required',
  paymentMethodRequired: 'Add payment method before creating a paid plan',
  duplicatePlan: 'A payment plan with the same type already exists',
  defaultPlanArchived: 'Default payment plan cannot be archived',
  sectionNameTaken: 'A group with that name exists',
  sectionNotEmpty: 'This section has lessons. Delete them before proceeding',
  sectionNotFound: 'Section not found',
  downloadSections: 'Digital download cannot have sections',
  downloadLastSection: 'Last section cannot be removed from a digital download',
  invalidInput: 'Invalid input',
  contentEmpty: 'Content cannot be empty',
  quizPreview: 'Quiz cannot be previewed',
  quizNoCorrectAnswer: 'Every question needs to have at least one correct answer.',
  quizEmptyOption: 'Options without text are not allowed in questions.',
  quizNotPassed: 'You need to pass this test in order to mark it completed.',
  dripNotReleased: 'This section is not yet released for you',
  notEnrolled: 'You are not enrolled in the course',
  inviteUnpublished: 'Cannot invite customers to an unpublished product',
  invalidPermission: 'Invalid permission',
  userExists: 'The user already exists',
  internalError: 'An internal error occurred. Please try again.',
} as const;

export function refuse(message: string): never {
  throw new RuleError(message);
}
