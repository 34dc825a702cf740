// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Base } from "../Base.t.sol";

contract SubmitWork is Base {
    function act(uint256 id) private {
        escrow.submitWork(id, WORK);
    }

    function test_RevertGiven_TheTaskIsNotStarted() public {
        assertOnlyIn(only(ITaskEscrow.State.Started), worker, act);
    }

    function test_RevertWhen_TheCallerIsNotTheWorker() public {
        uint256 id = started();
        expectNotWorker(id, poster);
        vm.prank(poster);
        escrow.submitWork(id, WORK);
    }

    function test_RevertGiven_TheTimeForWorkHasPassed() public {
        uint256 id = started();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(worker);
        escrow.submitWork(id, WORK);
    }

    function test_RevertWhen_TheHashIsEmpty() public {
        uint256 id = started();
        vm.expectRevert(EscrowErrors.EmptyHash.selector);
        vm.prank(worker);
        escrow.submitWork(id, 0);
    }

    function test_WhenTheWorkerSubmitsInTime() public {
        uint256 id = started();
        warpTo(id);
        expectEvent();
        emit ITaskEscrow.WorkSubmitted(id, poster, worker, WORK, block.timestamp + 6 days);
        vm.prank(worker);
        escrow.submitWork(id, WORK);
        assertState(id, ITaskEscrow.State.Submitted);
        assertEq(escrow.getTask(id).contentHash, WORK);
        assertDeadlineIn(id, 6 days);
    }
}
