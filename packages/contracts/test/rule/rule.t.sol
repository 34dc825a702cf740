// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Base } from "../Base.t.sol";

contract Rule is Base {
    function act(uint256 id) private {
        escrow.rule(id, 5000, false, TEXT);
    }

    function test_RevertGiven_TheTaskIsNotDisputed() public {
        assertOnlyIn(only(ITaskEscrow.State.Disputed), arbiter, act);
    }

    function test_RevertWhen_TheCallerIsNotTheArbiter() public {
        uint256 id = disputed();
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NotArbiter.selector, id, owner));
        vm.prank(owner);
        escrow.rule(id, 5000, false, TEXT);
    }

    function test_RevertGiven_TheTimeToRuleHasPassed() public {
        uint256 id = disputed();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(arbiter);
        escrow.rule(id, 5000, false, TEXT);
    }

    function test_RevertWhen_TheShareIsMoreThanTheWhole() public {
        uint256 id = disputed();
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.InvalidShare.selector, 10_001));
        vm.prank(arbiter);
        escrow.rule(id, 10_001, false, TEXT);
    }

    function assertRules(uint16 share, bool forfeit, uint256 toPoster, uint256 toWorker) private {
        uint256 id = disputed();
        warpTo(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskResolved(id, poster, worker, share, forfeit, TEXT, false, toPoster, toWorker);
        vm.prank(arbiter);
        escrow.rule(id, share, forfeit, TEXT);
        assertPaid(before, toPoster, toWorker, 0);
        assertSettled(id, ITaskEscrow.State.Resolved);
    }

    function test_WhenTheArbiterSplitsTheReward() public {
        assertRules(3333, false, REWARD - 33_330_000, 33_330_000 + STAKE);
    }

    function test_WhenTheArbiterForfeitsTheStake() public {
        assertRules(3333, true, REWARD - 33_330_000 + STAKE, 33_330_000);
    }

    function test_WhenTheWorkerGetsEverything() public {
        assertRules(10_000, false, 0, REWARD + STAKE);
    }

    function test_WhenThePosterGetsEverything() public {
        assertRules(0, true, REWARD + STAKE, 0);
    }
}
