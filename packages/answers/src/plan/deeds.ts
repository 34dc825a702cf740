/** What people do with the thing that they then ask about: "whether to build Apple Pay support". */
export const DEEDS = new Set(
  `add adding build building buying buy change changing consider considering create creating deciding design designing develop
  developing drop dropping improve improving introduce introducing launch launching offer offering open opening redesign
  believe believes reckon reckons claim claims argue argues suspect suspects fear fears assume assumes boss manager director ceo cfo cto
  team teams colleague colleagues partner redesigning fix fixes fixing repair repairing handle handles handling invest investing focus cover covering tackle tackling remove removing run running sell selling stop stopping support supporting whether`.split(
    /\s+/,
  ),
);
