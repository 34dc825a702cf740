// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract ExpireTask is Base {
    function act(uint256 id) private {
        escrow.expireTask(id);
    }

    function test_RevertGiven_TheTaskIsNotWaitingForAWorker() public {
        ITaskEscrow.State[] memory allowed = new ITaskEscrow.State[](3);
        allowed[0] = ITaskEscrow.State.Funded;
        allowed[1] = ITaskEscrow.State.Started;
        allowed[2] = ITaskEscrow.State.ChangesRequested;
        assertOnlyIn(allowed, stranger, act);
    }

    function test_RevertGiven_TheDeadlineHasNotPassed() public {
        uint256[3] memory ids = [funded(), started(), changesRequested()];
        for (uint256 i = 0; i < ids.length; ++i) {
            uint256 before = block.timestamp;
            warpTo(ids[i]);
            expectDeadlineNotPassed(ids[i]);
            escrow.expireTask(ids[i]);
            vm.warp(before);
        }
    }

    function assertExpires(uint256 id, address by, uint256 toPoster, uint256 toWorker) private {
        ITaskEscrow.State from = escrow.getTask(id).state;
        address itsWorker = escrow.getTask(id).worker;
        warpPast(id);
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskExpired(id, poster, itsWorker, from, toPoster, toWorker);
        vm.prank(by);
        escrow.expireTask(id);
        assertPaid(before, toPoster, toWorker, 0);
        assertSettled(id, ITaskEscrow.State.Expired);
    }

    function test_GivenTheTaskIsFunded() public {
        assertExpires(funded(), stranger, REWARD, 0);
    }

    function test_GivenTheTaskIsStarted() public {
        assertExpires(started(), stranger, REWARD + STAKE, 0);
    }

    function test_ZS1_GivenTheTaskHasNoStake() public {
        assertExpires(create(freeTerms()), stranger, REWARD, 0);
        assertExpires(startedOn(freeTerms()), stranger, REWARD, 0);
        uint256 id = submittedOn(freeTerms());
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        assertExpires(id, stranger, REWARD, 0);
    }

    function test_GivenChangesWereRequested() public {
        assertExpires(changesRequested(), stranger, REWARD + STAKE - STAKE / 2, STAKE / 2);
    }
}
