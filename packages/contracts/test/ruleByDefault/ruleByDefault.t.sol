// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract RuleByDefault is Base {
    function act(uint256 id) private {
        escrow.ruleByDefault(id);
    }

    function test_RevertGiven_TheTaskIsNotDisputed() public {
        assertOnlyIn(only(ITaskEscrow.State.Disputed), stranger, act);
    }

    function test_RevertGiven_TheTimeToRuleHasNotPassed() public {
        uint256 id = disputed();
        warpTo(id);
        expectDeadlineNotPassed(id);
        escrow.ruleByDefault(id);
    }

    function test_GivenTheTimeToRuleHasPassed() public {
        uint256 id = disputed();
        warpPast(id);
        Balances memory before = balances();
        (uint256 toPoster, uint256 toWorker) = (REWARD - REWARD / 2, REWARD / 2 + STAKE);
        expectEvent();
        emit ITaskEscrow.TaskResolved(id, poster, worker, 5000, false, 0, true, toPoster, toWorker);
        vm.prank(stranger);
        escrow.ruleByDefault(id);
        assertPaid(before, toPoster, toWorker, 0);
        assertSettled(id, ITaskEscrow.State.Resolved);
    }
}
