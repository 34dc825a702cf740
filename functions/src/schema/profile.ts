import { nullable, object, string } from "./build";
import { Address } from "./common";

export const DisplayName = string({
  minLength: 1,
  maxLength: 160,
  description: "1 to 40 characters of one script: letters, digits, spaces and the signs ' . _ -; stored in NFKC.",
  examples: ["Ana Lima"],
});

export const AvatarSeed = string({
  pattern: "^[A-Za-z0-9._:@+/=-]{1,64}$",
  description: "1 to 64 characters that an avatar is drawn from.",
  examples: ["ana-7"],
});

export const ProfileView = object(
  {
    address: Address,
    displayName: { ...nullable(string()), description: "Null where the wallet has told none. Anybody may take any name: the address is the identity." },
    avatarSeed: nullable(string()),
  },
  { title: "Profile" },
);
