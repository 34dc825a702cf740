// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract Contest is Base {
    function act(uint256 id) private {
        escrow.contest(id, TEXT);
    }

    function test_RevertGiven_TheTaskIsNotRejected() public {
        assertOnlyIn(only(ITaskEscrow.State.Rejected), worker, act);
    }

    function test_RevertWhen_TheCallerIsNotTheWorker() public {
        uint256 id = rejected();
        expectNotWorker(id, poster);
        vm.prank(poster);
        escrow.contest(id, TEXT);
    }

    function test_RevertGiven_TheTimeToContestHasPassed() public {
        uint256 id = rejected();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(worker);
        escrow.contest(id, TEXT);
    }

    function test_WhenTheWorkerContestsInTime() public {
        uint256 id = rejected();
        warpTo(id);
        expectEvent();
        emit ITaskEscrow.TaskDisputed(id, poster, worker, TEXT, arbiter, block.timestamp + 14 days);
        vm.prank(worker);
        escrow.contest(id, TEXT);
        assertState(id, ITaskEscrow.State.Disputed);
        assertDeadlineIn(id, 14 days);
    }
}
