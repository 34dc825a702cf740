// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract FinalizeRejection is Base {
    function act(uint256 id) private {
        escrow.finalizeRejection(id);
    }

    function test_RevertGiven_TheTaskIsNotRejected() public {
        assertOnlyIn(only(ITaskEscrow.State.Rejected), worker, act);
    }

    function test_RevertWhen_TheCallerIsNotTheWorker() public {
        uint256 id = rejected();
        warpTo(id);
        expectDeadlineNotPassed(id);
        vm.prank(poster);
        escrow.finalizeRejection(id);
    }

    function assertRefunds(uint256 id, address by) private {
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskRefunded(id, poster, worker, REWARD, STAKE);
        vm.prank(by);
        escrow.finalizeRejection(id);
        assertPaid(before, REWARD, STAKE, 0);
        assertSettled(id, ITaskEscrow.State.Refunded);
    }

    function test_WhenTheWorkerConcedes() public {
        assertRefunds(rejected(), worker);
    }

    function test_GivenTheTimeToContestHasPassed() public {
        uint256 id = rejected();
        warpPast(id);
        assertRefunds(id, stranger);
    }
}
