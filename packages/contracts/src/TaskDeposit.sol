// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC20 } from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title TaskDeposit
/// @notice Lets the contract that creates it move its tokens, at an address that says what they are for. It has no
/// other code.
contract TaskDeposit {
    /// @notice Allows the creator to move everything that this address holds.
    /// @param token the token
    constructor(IERC20 token) {
        token.approve(msg.sender, type(uint256).max);
    }
}
