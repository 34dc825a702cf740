/** Common given names that are no other word; what else may be a name is told by its capital alone. */
const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony steven paul andrew
  joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin
  scott brandon benjamin samuel gregory alexander patrick raymond dennis jerry tyler aaron jose adam nathan henry zachary
  peter kyle noah ethan jeremy walter keith terry sean gerald carl dylan harold jesse bryan   arthur gabriel bruce joe alan juan elijah willie albert wayne randy vincent liam roy bobby caleb bradley russell
  lucas mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy sandra betty ashley emily kimberly margaret
  donna michelle amanda melissa deborah stephanie rebecca sharon laura cynthia dorothy amy kathleen angela shirley emma brenda
  pamela nicole anna samantha katherine christine helen debra rachel carolyn janet maria catherine heather diane olivia julie joyce
  ruth lauren kelly christina joan evelyn judith andrea hannah megan cheryl jacqueline martha teresa gloria
  sara janice ann kathryn abigail sophia frances alice judy isabella julia denise danielle marilyn beverly brittany theresa
  diana natalie sophie lucy ella chloe anne jane kate tom tim mike dave steve chris alex ben sam nick matt jim bob joe   mohammed muhammad ahmed omar fatima aisha priya raj yuki hans klaus pierre marie luis carlos miguel pedro sofia elena
  ivan olga natasha marco giulia luca lars erik ingrid bjorn`.split(/\s+/),
);

/** True for a word in lower case that is a common given name. */
export const isGivenName = (word: string): boolean => GIVEN_NAMES.has(word);
