// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { TestUSDC } from "../../src/mocks/TestUSDC.sol";

/// @notice A token whose `receiveWithAuthorization` moves another amount than was authorized, and checks nothing.
contract LyingUSDC is TestUSDC("USD Coin") {
    uint256 private immutable _moved;

    constructor(uint256 moved) {
        _moved = moved;
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256,
        uint256,
        uint256,
        bytes32,
        bytes memory
    ) public override {
        _transfer(from, to, _moved);
    }
}
