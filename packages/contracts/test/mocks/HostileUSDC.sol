// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { TestUSDC } from "../../src/mocks/TestUSDC.sol";

/// @notice A token that can charge a fee on transfer, return `false`, and call another contract during a transfer.
contract HostileUSDC is TestUSDC("USD Coin") {
    uint256 public feeOnTransfer;
    bool public answersFalse;
    address public hookTarget;
    bytes public hookData;
    bool public hookSucceeded;
    bytes public hookResult;

    function setFeeOnTransfer(uint256 fee) external {
        feeOnTransfer = fee;
    }

    function setAnswersFalse(bool value) external {
        answersFalse = value;
    }

    /// @notice On the next transfer, calls `target` with `data` and records the result.
    function setHook(address target, bytes calldata data) external {
        (hookTarget, hookData) = (target, data);
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (answersFalse) return false;
        return super.transfer(to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (feeOnTransfer > 0 && from != address(0) && to != address(0)) super._update(to, address(0), feeOnTransfer);
        if (hookTarget == address(0)) return;
        address target = hookTarget;
        hookTarget = address(0);
        (hookSucceeded, hookResult) = target.call(hookData);
    }
}
