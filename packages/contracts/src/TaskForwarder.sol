// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";

/// @title TaskForwarder
/// @notice OpenZeppelin's forwarder, unchanged, under a name of its own: the one that both escrows trust. It has no
/// owner and no state but each account's nonce. EIP-712 domain: `TaskForwarder`, version `1`.
contract TaskForwarder is ERC2771Forwarder {
    constructor() ERC2771Forwarder("TaskForwarder") {}
}
