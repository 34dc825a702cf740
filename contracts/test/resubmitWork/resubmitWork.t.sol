// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Errors } from "../../src/libraries/Errors.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract ResubmitWork is Base {
    function act(uint256 id) private {
        escrow.resubmitWork(id, BETTER_WORK, 0, "");
    }

    function anchor(uint256 id, uint256 deadline, bytes memory signature) private {
        vm.prank(stranger);
        escrow.resubmitWork(id, BETTER_WORK, deadline, signature);
    }

    function tomorrow() private view returns (uint256) {
        return block.timestamp + 1 days;
    }

    function assertRefused(uint256 id, bytes memory signature) private {
        expectInvalidSignature(worker);
        anchor(id, tomorrow(), signature);
    }

    function test_RevertGiven_NoChangesWereRequested() public {
        assertOnlyIn(only(ITaskEscrow.State.ChangesRequested), worker, act);
    }

    function test_RevertGiven_TheTimeForAnAnswerHasPassed() public {
        uint256 id = changesRequested();
        warpPast(id);
        expectDeadlinePassed(id);
        vm.prank(worker);
        escrow.resubmitWork(id, BETTER_WORK, 0, "");
    }

    function test_RevertWhen_TheHashIsEmpty() public {
        uint256 id = changesRequested();
        vm.expectRevert(Errors.EmptyHash.selector);
        vm.prank(worker);
        escrow.resubmitWork(id, 0, 0, "");
    }

    function assertResubmitted(uint256 id) private view {
        assertState(id, ITaskEscrow.State.Submitted);
        assertEq(escrow.getTask(id).contentHash, BETTER_WORK);
        assertDeadlineIn(id, 6 days);
    }

    function test_WhenTheCallerIsTheWorker() public {
        uint256 id = changesRequested();
        warpTo(id);
        expectEvent();
        emit ITaskEscrow.WorkResubmitted(id, poster, worker, 1, BETTER_WORK, block.timestamp + 6 days);
        vm.prank(worker);
        escrow.resubmitWork(id, BETTER_WORK, 0, "");
        assertResubmitted(id);
    }

    function test_RevertWhen_TheSignatureHasExpired() public {
        uint256 id = changesRequested();
        uint256 deadline = block.timestamp - 1;
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
        vm.expectRevert(abi.encodeWithSelector(Errors.SignatureExpired.selector, deadline));
        anchor(id, deadline, signature);
    }

    function test_RevertWhen_TheSignatureIsForAnotherTask() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id + 1, 1, BETTER_WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureIsForAnotherRound() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id, 2, BETTER_WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureIsForOtherWork() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id, 1, WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureNamesAnotherDeadline() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(workerKey, id, 1, BETTER_WORK, tomorrow() + 1));
    }

    function test_RevertWhen_TheSignatureIsForAnotherContract() public {
        uint256 id = changesRequested();
        bytes32 domain = domainSeparator(address(deploy(deployment())));
        bytes32 structHash = keccak256(abi.encode(RESUBMISSION_TYPEHASH, id, 1, BETTER_WORK, tomorrow()));
        assertRefused(id, sign(workerKey, domain, structHash));
    }

    function test_RevertWhen_TheSignatureIsForAnotherChain() public {
        uint256 id = changesRequested();
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, tomorrow());
        vm.chainId(block.chainid + 1);
        assertRefused(id, signature);
    }

    function test_RevertWhen_SomebodyElseSigned() public {
        uint256 id = changesRequested();
        assertRefused(id, resubmission(posterKey, id, 1, BETTER_WORK, tomorrow()));
    }

    function test_RevertWhen_TheSignatureWasUsedInAnEarlierRound() public {
        uint256 id = changesRequested();
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, tomorrow());
        anchor(id, tomorrow(), signature);
        vm.prank(poster);
        escrow.requestChanges(id, TEXT);
        assertRefused(id, signature);
    }

    function test_WhenTheWorkerSigned() public {
        uint256 id = changesRequested();
        uint256 deadline = block.timestamp;
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
        expectEvent();
        emit ITaskEscrow.WorkResubmitted(id, poster, worker, 1, BETTER_WORK, block.timestamp + 6 days);
        anchor(id, deadline, signature);
        assertResubmitted(id);
    }

    function test_WhenTheWorkerIsAContractWallet() public {
        Wallet1271 wallet = new Wallet1271(worker);
        usdc.mint(address(wallet), STAKE);
        uint256 id = funded();
        wallet.execute(address(usdc), abi.encodeCall(usdc.approve, (address(escrow), STAKE)));
        wallet.execute(address(escrow), abi.encodeCall(escrow.stakeAndStart, (id, noVoucher())));
        wallet.execute(address(escrow), abi.encodeCall(escrow.submitWork, (id, WORK)));
        vm.prank(poster);
        escrow.requestChanges(id, TEXT);
        bytes memory notTheOwners = resubmission(posterKey, id, 1, BETTER_WORK, tomorrow());
        expectInvalidSignature(address(wallet));
        anchor(id, tomorrow(), notTheOwners);
        anchor(id, tomorrow(), resubmission(workerKey, id, 1, BETTER_WORK, tomorrow()));
        assertResubmitted(id);
    }
}
